"""`python -m demo.drawing`: draws what comes on stdin, one JSON object a line; answers the files likewise.

A process of its own, so that drawing keeps no request waiting. It ends with its input, or with its reader.
"""

import base64
import json
import os
import sys

from chassis.media.pictures import encoded
from profiles.avatar.renditions import files_of as files_of_avatar

from demo.drawing.pictures import picture
from demo.drawing.portraits import portrait


def files_of(drawing: dict[str, object]) -> dict[str, bytes]:
    """The files of a drawing by the names of their renditions: of a picture those that every picture has."""
    match drawing:
        case {"kind": "portrait", "words": [str(words)], "seed": int(seed)}:
            return files_of_avatar(portrait(words, seed))
        case {"kind": "picture", "words": [str(scene), str(palette)], "seed": int(seed)}:
            full = picture(scene, palette, seed)
            card = full.reduce(2)
            return {
                "card.webp": encoded(card, "WEBP"),
                "card.jpg": encoded(card, "JPEG"),
                "full.webp": encoded(full, "WEBP"),
                "full.jpg": encoded(full, "JPEG"),
            }
        case _:
            raise ValueError("There is no such drawing.")


def main() -> None:
    """Draw until the input ends."""
    os.nice(5)
    for line in sys.stdin.buffer:
        files = files_of(json.loads(line))
        answer = {name: base64.b64encode(content).decode() for name, content in files.items()}
        try:
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()
        except BrokenPipeError:
            return


if __name__ == "__main__":
    main()
