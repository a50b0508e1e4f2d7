import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const inlineScripts = /<script(?: type="module")?>([\s\S]*?)<\/script>/g;

/**
 * The page with the Content-Security-Policy of the app on a phone, where no server sends one. It is the gateway's
 * (security_headers.py), with three differences: calls and pictures may come from every server with TLS, because a debug build
 * can change to another one, and from `servers`, which may have none; a page cannot say who may frame it;
 * and nobody is told what it kept from happening.
 */
export function withPolicy(html: string, servers: readonly string[]): string {
  const hashes = [...html.matchAll(inlineScripts)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const policy = [
    "default-src 'self'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: https: ${servers.join(' ')}`,
    "font-src 'self' data:",
    `connect-src 'self' https: wss: ${servers.flatMap((server) => [server, server.replace(/^http/, 'ws')]).join(' ')}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
  return html.replace(/<meta charset[^>]*>/, `$&\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`);
}

/** Gives a build for phones, which OPENHOURS_SERVER makes it, the policy of its page. */
export function nativeSecurityPolicy(): Plugin {
  const server = process.env['OPENHOURS_SERVER'] ?? '';
  return {
    name: 'native-security-policy',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: (html) => (server ? withPolicy(html, [server]) : html) },
  };
}
