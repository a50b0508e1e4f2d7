"""A script that renders pages as the web bundle's does, for tests without a bundle."""

from collections.abc import Mapping, Sequence

import orjson

_SCRIPT = """
globalThis.pages = (() => {
  const callsOfPages = CALLS;
  const opened = new Map();
  const found = (number) => opened.get(number) ?? (() => { throw new Error('not open'); })();
  return {
    open: (number, text) => {
      const { address } = JSON.parse(text);
      opened.set(number, { address, calls: [...(callsOfPages[address] ?? [])], bodies: [] });
    },
    callsOf: (number) => JSON.stringify(found(number).calls.splice(0)),
    answer: (number, text) => found(number).bodies.push(...JSON.parse(text).map(({ body }) => body)),
    render: (number) => {
      const { address, bodies } = found(number);
      if (address === '/throws') throw new Error('cannot be shown');
      while (address === '/hangs');
      for (const grown = []; address === '/grows';) grown.push(new Array(1e6).fill(address + grown.length));
      return JSON.stringify({ html: `<p>${address}</p>`, problems: [], state: { address, bodies } });
    },
    drop: (number) => opened.delete(number),
  };
})();
"""


def screen_script(calls: Mapping[str, Sequence[str]]) -> str:
    """Pages that make these calls, by the page's address, and whose state holds the bodies of the answers.

    `/throws` fails, `/hangs` never ends, and `/grows` takes all memory.
    """
    return _SCRIPT.replace("CALLS", orjson.dumps(calls).decode())
