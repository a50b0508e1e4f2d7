import { chromium } from '@playwright/test';
import fs from 'node:fs';
const [base, path] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox','--disable-gpu'] });
for (const js of [false, true]) {
const ctx = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'en-GB', timezoneId: 'Europe/Berlin', javaScriptEnabled: js });
const page = await ctx.newPage();
await page.route('**/api/**', (r) => r.abort());
await page.goto(base + path, { waitUntil: 'load' });
await page.waitForTimeout(2500);
const html = await page.locator('#root').evaluate((e) => e.innerHTML);
fs.writeFileSync(`/tmp/d-${js}.html`, html.replace(/<style.*?<\/style>/gs, '').replace(/></g, '>\n<'));
if (!js) await page.screenshot({ path: '/tmp/nojs.png' });
}
await browser.close();
