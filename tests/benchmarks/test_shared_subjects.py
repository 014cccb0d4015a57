"""Two users of one tenant: what placement takes away, and what it does not."""

from shared_subjects import corpus, measured


def test_placement_ends_duplicates_between_users_and_leaks_nothing() -> None:
    said = corpus()
    apart, placed = measured(said, place=False), measured(said, place=True)
    assert apart.facts == placed.facts == len(said) == 25
    assert (apart.both, apart.leaked, placed.leaked) == (0, 0, 0)
    assert (apart.between_users, placed.between_users) == (6, 0)
    assert (apart.with_tenant, placed.with_tenant) == (0, 6)
    assert (apart.subjects, placed.subjects) == (16, 16)
    assert placed.both == 14
    assert apart.reasons == (("no shared scope was granted", 25),)
    assert placed.reasons == (
        ("it is not on file in tenant/acme, and is proposed there", 6),
        ("it was declared private", 5),
        ("tenant/acme has it on file", 14),
    )
