"""The marks of the scripts that write spaces: general category M, as tables in the source.

From the Unicode Character Database 18.0; the form is that of ``scripts``. Python's ``re`` has
no class for marks. Those of the unspaced scripts are in ``scripts``; those that Unicode calls
ignorable by default are in neither, for they are removed first.
"""

from typing import Final

from loom_memory_core.scripts import character_class

MARKS: Final = """
0300-034e 0350-036f 0483-0489 0591-05bd 05bf 05c1-05c2 05c4-05c5 05c7-05c9 0610-061a 064b-065f
0670 06d6-06dc 06df-06e4 06e7-06e8 06ea-06ed 0711 0730-074a 07a6-07b0 07eb-07f3 07fd 0816-0819
081b-0823 0825-0827 0829-082d 0859-085b 0897-089f 08ca-08e1 08e3-0903 093a-093c 093e-094f
0951-0957 0962-0963 0981-0983 09bc 09be-09c4 09c7-09c8 09cb-09cd 09d7 09e2-09e3 09fe 0a01-0a03
0a3c 0a3e-0a42 0a47-0a48 0a4b-0a4d 0a51 0a70-0a71 0a75 0a81-0a83 0abc 0abe-0ac5 0ac7-0ac9
0acb-0acd 0ae2-0ae3 0afa-0aff 0b01-0b03 0b3c 0b3e-0b44 0b47-0b48 0b4b-0b4d 0b53-0b57 0b62-0b63
0b82 0bbe-0bc2 0bc6-0bc8 0bca-0bcd 0bd7 0c00-0c04 0c3c 0c3e-0c44 0c46-0c48 0c4a-0c4d 0c55-0c56
0c62-0c63 0c81-0c83 0cbc 0cbe-0cc4 0cc6-0cc8 0cca-0ccd 0cd5-0cd6 0ce2-0ce3 0cf3 0d00-0d03
0d3b-0d3c 0d3e-0d44 0d46-0d48 0d4a-0d4d 0d57 0d62-0d63 0d81-0d83 0dca 0dcf-0dd4 0dd6 0dd8-0ddf
0df2-0df3 0f18-0f19 0f35 0f37 0f39 0f3e-0f3f 0f71-0f84 0f86-0f87 0f8d-0f97 0f99-0fbc 0fc6
135d-135f 1712-1715 1732-1734 1752-1753 1772-1773 1885-1886 18a9 1920-192b 1930-193b 1a17-1a1b
1a55-1a5e 1a60-1a7c 1a7f 1ab0-1af0 1b00-1b04 1b34-1b44 1b6b-1b73 1b80-1b82 1ba1-1bad 1be6-1bf3
1c24-1c37 1cd0-1cd2 1cd4-1ce8 1ced 1cf4 1cf7-1cf9 1dc0-1dff 20d0-20f0 2cef-2cf1 2d7f 2de0-2dff
a66f-a672 a674-a67d a69e-a69f a6f0-a6f1 a802 a806 a80b a823-a827 a82c a880-a881 a8b4-a8c5
a8e0-a8f1 a8ff a926-a92d a947-a953 a980-a983 a9b3-a9c0 aa29-aa36 aa43 aa4c-aa4d aab0 aab2-aab4
aab7-aab8 aabe-aabf aac1 aaeb-aaef aaf5-aaf6 abe3-abea abec-abed fb1e fe20-fe2f
"""
"""Marks up to U+FFFF."""

ASTRAL_MARKS: Final = """
101fd 102e0 10376-1037a 10a01-10a03 10a05-10a06 10a0c-10a0f 10a38-10a3a 10a3f 10ae5-10ae6
10d24-10d27 10d69-10d6d 10eab-10eac 10ecb-10ecf 10ef0-10eff 10f46-10f50 10f82-10f85 11000-11002
11038-11046 11070 11073-11074 1107f-11082 110b0-110ba 110c2 11100-11102 11127-11134 11145-11146
11173 11180-11182 111b3-111c0 111c9-111cc 111ce-111cf 1122c-11237 1123e 11241 112df-112ea
11300-11303 1133b-1133c 1133e-11344 11347-11348 1134b-1134d 11357 11362-11363 11366-1136c
11370-11374 113b8-113c0 113c2 113c5 113c7-113ca 113cc-113d0 113d2 113e1-113e2 11435-11446 1145e
114b0-114c3 115af-115b5 115b8-115c0 115dc-115dd 11630-11640 116ab-116b7 1171d-1172b 1182c-1183a
11930-11935 11937-11938 1193b-1193e 11940 11942-11943 119d1-119d7 119da-119e0 119e4 11a01-11a0a
11a33-11a39 11a3b-11a3e 11a47 11a51-11a5b 11a8a-11a99 11b60-11b67 11c2f-11c36 11c38-11c3f
11c92-11ca7 11ca9-11cb6 11d31-11d36 11d3a 11d3c-11d3d 11d3f-11d45 11d47 11d8a-11d8e 11d90-11d91
11d93-11d97 11df0 11ef3-11ef6 11f00-11f01 11f03 11f34-11f3a 11f3e-11f42 11f5a 13440 13447-13455
1611e-1612f 16af0-16af4 16b30-16b36 16f4f 16f51-16f87 16f8f-16f92 16fe4 1bc9d-1bc9e 1cf00-1cf2d
1cf30-1cf46 1d127-1d128 1d165-1d169 1d16d-1d172 1d17b-1d182 1d185-1d18b 1d1aa-1d1ad 1d242-1d244
1d250-1d252 1d25b-1d25c 1d25f 1d280-1d281 1da00-1da36 1da3b-1da6c 1da75 1da84 1da9b-1da9f
1daa1-1daaf 1e000-1e006 1e008-1e018 1e01b-1e021 1e023-1e024 1e026-1e02a 1e08f 1e130-1e136 1e2ae
1e2ec-1e2ef 1e4ec-1e4ef 1e5ee-1e5ef 1e6e3 1e6e6 1e6ee-1e6ef 1e6f5 1e8d0-1e8d6 1e944-1e94a
"""
"""Marks beyond U+FFFF."""

ASTRAL: Final = "\U00010000-\U0010ffff"
"""All code points beyond U+FFFF."""


def mark_pattern() -> str:
    """A regular expression for one mark.

    ``re`` looks up to U+FFFF in a bitmap and tries the ranges beyond one by one: only a code
    point that lies there should pay for that.
    """
    return f"(?:[{character_class(MARKS)}]|(?=[{ASTRAL}])[{character_class(ASTRAL_MARKS)}])"
