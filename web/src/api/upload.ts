/** Called with the part that has been sent, from 0 to 1. */
export type OnProgress = (share: number) => void;

interface Sent {
  method: string;
  headers: Headers;
  body: string | null;
  signal: AbortSignal;
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  return new Response(request.response as string, { status: request.status, headers });
}

/** Like `fetch`, and reports the progress of the upload, which `fetch` cannot do. */
export function sendWithProgress(address: URL, { method, headers, body, signal }: Sent, onProgress: OnProgress): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open(method, address);
    headers.forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => reject(new TypeError('the network failed'));
    request.onabort = () => reject(new DOMException('the upload was given up', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    if (signal.aborted) return reject(new DOMException('the upload was given up', 'AbortError'));
    request.send(body);
  });
}
