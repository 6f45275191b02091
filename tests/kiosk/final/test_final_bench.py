import re

from benches import printed


def test_the_end_of_a_game_is_measured_against_a_bare_chart(tmp_path):
    lines = printed("final", "--repeat", "1", "--count", "1", "--dir", str(tmp_path))
    row = re.compile(r"([\d.]+) ms +([\d.]+) ms +([\d.]+) +<= 1.5 +(yes|NO)$")
    rows = [row.search(line) for line in lines]
    assert len(rows) == 2
    assert all(rows), lines
    assert all(float(number) > 0 for row in rows for number in row.groups()[:3])
    assert not list(tmp_path.iterdir())
