"""How actions are written and spoken of, in English and in Chinese."""

from __future__ import annotations

import re
from collections.abc import Mapping

from quack.game.actions import Kind

_WORDS: Mapping[Kind, str] = {
    "wait": r"wait|等待",
    "move": r"move(?:[ _]to)?|go(?:[ _]?to)?|移动到?|前往",
    "do_task": r"do[ _]?task|做任务|执行任务",
    "report": r"report(?:[ _]body)?|报告(?:尸体)?",
    "call_meeting": r"call[ _]?meeting|召开(?:紧急)?会议",
    "kill": r"kill|击杀|杀死",
}
KINDS = {kind: re.compile(words, re.IGNORECASE) for kind, words in _WORDS.items()}
FORM = re.compile(
    "|".join(rf"(?P<{kind}>(?<![A-Za-z0-9_])(?:{words}))" for kind, words in _WORDS.items()).join(("(?:", ")"))
    + r"(?:\((?P<target>(?:[^()\n]|\([^()\n]{0,100}\)){0,200})\)|[ ]\(\))",
    re.IGNORECASE,
)
_PHRASES: Mapping[Kind, str] = {
    "wait": r"(?:wait|stay)(?: here| where I am)?(?!\w)|(?:原地)?等待",
    "move": r"(?:move|go|walk|head)(?: back| over)?(?: (?:in)?to(?:wards?)?)?(?: the)?[ :][ ]?|(?:移动到?|前往|去)[ ]?",
    "do_task": r"(?:do|continue|work on|perform)[ _](?:my |the |a )?task(?!\w)|(?:做|执行)(?:我的)?任务",
    "report": r"report (?:the |a |this )?(?:dead )?body(?!\w)|报告(?:尸体)?",
    "call_meeting": r"(?:call[ _](?:a |an |the )?(?:emergency )?meeting|press the (?:emergency )?button)(?!\w)"
    r"|召开(?:紧急)?会议",
    "kill": r"kill[ :][ ]?|(?:击杀|杀死)[ ]?",
}
PHRASES = {kind: re.compile(words, re.IGNORECASE) for kind, words in _PHRASES.items()}
"""Actions in words; behind a move and a kill stands their target."""
LABEL = re.compile(
    r"(?<!\w)(?:(?:(?:my|the|this|so|here is|here's) ){0,3}(?:(?:final|chosen|best|selected) ){0,2}"
    r"(?:action|answer|decision|choice|output)(?: (?:is|will be|for now|for this turn|this turn))?"
    r"|(?:(?:my|this|the|final|chosen|best) ){1,3}(?:move|turn)(?: is)?|final|best|now)[*_`]{0,3}[ ]?:"
    r"|(?:我的|最终|最后){0,3}(?:行动|动作|答案|决定|选择)(?:是|为)?[*_`]{0,3}[ ]?:"
    r"|<(?:answer|action|decision|final|final_answer)>",
    re.IGNORECASE,
)
"""What announces an action."""
INTENT = re.compile(
    r"(?<!\w)(?:I(?: have decided (?:on|to)| am going (?:to|with)|'m going (?:to|with)|'ll (?:go with|choose|just)"
    r"| will (?:go with|choose|just)|'ll| will| shall| choose(?: to)?| pick| select| decide (?:on|to)| go with)?"
    r"|(?:my|the best|the)(?: final| chosen)? (?:action|choice|decision|answer)(?: for now| now| this turn)? is(?: to)?"
    r"|let me|let's)(?: now)?:?[ *_`\"']{1,8}"
    r"|我(?:的(?:最终)?(?:行动|选择|决定)是|现在)?(?:选择|决定|将|会|要|就)?:?[ *_`\"']{0,8}",
    re.IGNORECASE,
)
"""How a sentence begins in which somebody says what it does."""
FIELDS = re.compile(
    r"(?P<kind>[\w ]{2,20}?)(?:\(\))?[ \t*_`\"',]{0,8}\n[ \t*_`\"'-]{0,8}"
    r"(?P<key>room|target|to|destination|location|player|player_id|victim|name|房间|目标|玩家)"
    r"[*_`\"']{0,3}[ ]?:(?P<target>[^\n]{1,80})",
    re.IGNORECASE,
)
"""An action in two lines, such as "move" and "Room: storage"."""
TARGET_KEYS: Mapping[Kind, tuple[str, ...]] = {
    "wait": (),
    "report": (),
    "call_meeting": (),
    "move": ("room", "target", "to", "destination", "location", "房间", "目标"),
    "kill": ("target", "player", "player_id", "victim", "name", "玩家", "目标"),
    "do_task": ("task", "target"),
}
