"""`python -m demo.drawing`: draws what comes on stdin, one JSON object a line; answers the files likewise.

A process of its own, so that drawing keeps no request waiting. It ends with its input, or with its reader.
"""

import base64
import json
import os
import sys
from io import BytesIO

from PIL import Image

from demo.drawing.pictures import picture
from demo.drawing.portraits import portrait

QUALITY = 85


def files_of(drawing: dict[str, object]) -> dict[str, bytes]:
    """The files of a drawing by the names of their renditions."""
    match drawing:
        case {"kind": "portrait", "words": [str(words)], "seed": int(seed)}:
            drawn = portrait(words, seed)
            return {"webp": _encoded(drawn, "WEBP"), "jpg": _encoded(drawn, "JPEG")}
        case {"kind": "picture", "words": [str(scene), str(palette)], "seed": int(seed)}:
            full = picture(scene, palette, seed)
            card = full.reduce(2)
            return {
                "card.webp": _encoded(card, "WEBP"),
                "card.jpg": _encoded(card, "JPEG"),
                "full.webp": _encoded(full, "WEBP"),
                "full.jpg": _encoded(full, "JPEG"),
            }
        case _:
            raise ValueError("There is no such drawing.")


def _encoded(drawn: Image.Image, kind: str) -> bytes:
    target = BytesIO()
    # Flat colours: the quick way of WebP is as small as the slow one.
    drawn.save(target, kind, quality=QUALITY, **({"method": 2} if kind == "WEBP" else {}))
    return target.getvalue()


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
