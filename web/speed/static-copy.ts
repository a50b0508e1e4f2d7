import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** The page as it is now without script, with its styles inline: what no app can be quicker than. */
export async function staticCopy(page: Page): Promise<string> {
  return page.evaluate(() => {
    const styles = [...document.styleSheets].map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText).join('\n')).join('\n');
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    copy.querySelectorAll('script, link, style, noscript').forEach((element) => element.remove());
    const style = document.createElement('style');
    style.textContent = styles;
    copy.querySelector('head')?.append(style);
    return `<!doctype html>${copy.outerHTML}`;
  });
}

/** Serves one static page, and everything else of it from the measured server. */
export function serveStatic(base: string, html: string): Promise<{ server: Server; address: string }> {
  const body = gzipSync(html);
  const server = createServer((request, response) => {
    if (request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }).end(body);
      return;
    }
    void fetch(base + (request.url ?? ''), { headers: { accept: request.headers.accept ?? '*/*' } }).then(async (answer) => {
      response
        .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        .end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const place = server.address();
      resolve({ server, address: `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}/` });
    });
  });
}
