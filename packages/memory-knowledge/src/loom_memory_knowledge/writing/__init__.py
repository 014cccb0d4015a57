"""Writing: facts and notes as they are authored, and turns as they are said."""
