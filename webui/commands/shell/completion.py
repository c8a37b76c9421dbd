"""`icekeeper completion`: a script by which a shell completes commands and their options, made from the parsers."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

SHELLS: Final = ("bash", "zsh", "fish")
_HELP: Final = """
  icekeeper completion bash >> ~/.bashrc
  icekeeper completion zsh >> ~/.zshrc
  icekeeper completion fish > ~/.config/fish/completions/icekeeper.fish
"""
_BASH: Final = """_icekeeper() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command= choices= one
    for one in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case $one in {commands}) command=$one; break;; esac
    done
    case "$command $before" in
{values}
    esac
    if [ -z "$choices" ]; then
        case $command in
            "") choices="{words} --help --version";;
{options}
        esac
        [[ -n $command && $word != -* ]] && choices=
    fi
    COMPREPLY=($(compgen -W "$choices" -- "$word"))
    [[ -n $command && ${{#COMPREPLY[@]}} -eq 0 ]] && COMPREPLY=($(compgen -f -- "$word"))
}}
complete -o filenames -F _icekeeper icekeeper
"""
_ZSH: Final = "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n"


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command: how it may be written, its help, what it may be, and whether it takes a value at all."""

    names: tuple[str, ...]
    help: str
    choices: tuple[str, ...] = ()
    takes: bool = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    parser.add_argument("shell", choices=SHELLS, help="for which shell")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    commands = known()
    print({"bash": bash, "zsh": zsh, "fish": fish}[args.shell](commands), end="")
    return 0


def known() -> dict[str, tuple[str, list[Option]]]:
    """Every command with its one line of help and its options."""
    from webui.commands.parsers import COMMANDS, declare

    out = {}
    for name, (_, text) in COMMANDS.items():
        parser = argparse.ArgumentParser(prog=name)
        declare(name, parser)
        out[name] = (text, list(_options(parser)))
    return out


def _options(parser: argparse.ArgumentParser) -> Iterator[Option]:
    for action in parser._actions:
        choices = tuple(str(choice) for choice in action.choices or ())
        if action.option_strings or choices:
            yield Option(tuple(action.option_strings), action.help or "", choices, action.nargs != 0)


def bash(commands: Mapping[str, tuple[str, list[Option]]]) -> str:
    """For bash."""
    values, options = [], []
    for command, (_, every) in commands.items():
        plain = [word for one in every for word in (one.names or one.choices)]
        alone = [word for one in every if not one.names for word in one.choices]
        options.append(f'            {command}) choices="{" ".join(plain)}";;')
        if alone:
            values.append(f'        "{command} {command}") choices="{" ".join(alone)}";;')
        for one in every:
            if one.names and one.choices:
                cases = "|".join(f'"{command} {name}"' for name in one.names)
                values.append(f'        {cases}) choices="{" ".join(one.choices)}";;')
    names = {"commands": "|".join(commands), "words": " ".join(commands)}
    return _BASH.format(values="\n".join(values), options="\n".join(options), **names)


def zsh(commands: Mapping[str, tuple[str, list[Option]]]) -> str:
    """For zsh, which can read bash's."""
    return _ZSH + bash(commands)


def fish(commands: Mapping[str, tuple[str, list[Option]]]) -> str:
    """For fish."""
    lines = ["complete -c icekeeper -n __fish_use_subcommand -f"]
    for command, (text, every) in commands.items():
        lines.append(f"complete -c icekeeper -n __fish_use_subcommand -a {command} -d {shlex.quote(text)}")
        for one in every:
            lines.append(f"complete -c icekeeper -n '__fish_seen_subcommand_from {command}' {_fish(one)}")
    return "\n".join(lines) + "\n"


def _fish(one: Option) -> str:
    names = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in one.names]
    value = f"-x -a {shlex.quote(' '.join(one.choices))}" if one.choices else "-r" if one.takes else ""
    help_ = f"-d {shlex.quote(one.help % {'prog': 'icekeeper'} if '%(' in one.help else one.help)}" if one.help else ""
    return " ".join(part for part in (*names, value, help_) if part)
