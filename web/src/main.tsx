import './ui/mantine.css';
import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/noto-sans-arabic/wght.css';
import './ui/tokens.css';
import { startTransition, StrictMode, type ComponentType } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { readStoredSession } from '@/api';
import { createApp, createReadyApp } from '@/app/create-app';
import { readRenderedPage, type RenderedPage } from '@/app/rendered-page';
import { deviceTimezone } from '@/platform/device';
import { isNative } from '@/platform/native';
import { assume } from '@/platform/rendered-page';
import { startServiceWorker } from '@/platform/service-worker';
import { tellServerOfSession, tellServerOfViewer } from '@/platform/viewer-cookies';
import { paths } from '@/routing';
import { chosenLanguage, currentLanguage, startTexts } from './i18n';

const whole = (App: ComponentType) => (
  <StrictMode>
    <App />
  </StrictMode>
);

/** Whether the server rendered the page as this browser would: it may have guessed the language wrong, or remember another zone. */
const isAsHere = ({ language, timezone }: RenderedPage) => language === currentLanguage() && ['', deviceTimezone()].includes(timezone);

/** Reads what the first screen needs, and shows it. No part of the bundle may wait for this module: it loads others. */
async function start(root: HTMLElement): Promise<void> {
  // English is part of the first load.
  await startTexts().catch(() => startTexts('en'));
  const storage = isNative() ? await (await import('@/platform/native-start')).startNative(paths.start) : localStorage;
  const { isAuthenticated } = readStoredSession(storage, new Date()).data;
  tellServerOfViewer(deviceTimezone(), chosenLanguage());
  tellServerOfSession(isAuthenticated);
  const page = readRenderedPage();
  if (page && !isAuthenticated && isAsHere(page)) {
    assume(page);
    window.history.replaceState(window.history.state, '', page.address);
    const { App } = await createReadyApp({ sockets: true, storage }, page.answers);
    startTransition(() => void hydrateRoot(root, whole(App)));
    document.querySelector('.first-words')?.remove();
  } else {
    const { App } = createApp({ sockets: true, storage });
    createRoot(root).render(whole(App));
  }
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void start(root).then(startServiceWorker);
