"""Texts about phones at the table: the address of the page, and why it is unavailable."""

from collections.abc import Mapping

from companion.words.table.choices_and_results import PlayWords


def trouble_in_words(words: PlayWords, code: str, facts: Mapping[str, object]) -> str:
    """Return why phones can't connect, and what to do."""
    gettext = words.gettext
    return {
        "missing": gettext(
            "This needs the package {package}. To install it: pip install 'stationmaster[{extra}]'"
        ),
        "port_taken": gettext(
            "Another program is using port {port}. Close it, then turn phones off and on again."
        ),
        "failed": gettext("Phones can't connect: {problem}. Turn phones off and on again."),
        "no_network": gettext(
            "This machine isn't on a network. Connect it to the Wi-Fi the phones use, or let it"
            " create its own."
        ),
    }[code].format(**facts)


def open_on_phone(words: PlayWords, address: str) -> str:
    """Return the address of the page."""
    return words.gettext("Open on a phone: {address}").format(address=address)


def phone_in_words(words: PlayWords, number: int, player: str, *, asks: bool) -> str:
    """Describe a connected phone, for the terminal."""
    if not player:
        return words.gettext("Phone {n}: watching").format(n=number)
    if asks:
        # Translators: from the first colon on: commands to type, in English.
        text = words.gettext(
            "Phone {n} asks for {player}'s seat: phones yes {n} {player}, phones no {n}"
        )
    else:
        text = words.gettext("Phone {n}: {player}")
    return text.format(n=number, player=player)


def phones_usage(words: PlayWords) -> str:
    """Return the terminal's commands for phones."""
    # Translators: commands to type, in English.
    return words.gettext(
        "phones; phones yes 3 Anna; phones no 3; phones out 3; phones code; phones turns on;"
        " phones turns off"
    )


def no_phones(words: PlayWords) -> str:
    """Return that the terminal was started without phones."""
    return words.gettext("Phones are off. To turn them on, start with: play --phones")
