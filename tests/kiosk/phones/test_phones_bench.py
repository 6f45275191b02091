import pytest
from benches import printed
from browsing import needs_browser
from counts import LONG


@needs_browser
@pytest.mark.skipif(not LONG, reason="it starts many kiosks: only in a long run")
def test_the_benchmark_of_phones_fills_its_table(tmp_path):
    _, *lines = printed("phones", "--repeat", "1", "--count", "3", "--dir", str(tmp_path))
    assert [line[:3] for line in lines] == ["(a)"] * 2 + ["(b)"] * 4 + ["(c)"] * 3 + ["(d)"] * 2
    assert not list(tmp_path.iterdir())
