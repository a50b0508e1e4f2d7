import './ui/mantine.css';
import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/noto-sans-arabic/wght.css';
import './ui/tokens.css';
import { startTransition, StrictMode, type ComponentType } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { readStoredSession } from '@/api';
import { createApp, createReadyApp } from '@/app/create-app';
import { isNative } from '@/platform/native';
import { assume, readRenderedPage } from '@/platform/rendered-page';
import { startServiceWorker } from '@/platform/service-worker';
import { paths } from '@/routing';
import { currentLanguage, startTexts } from './i18n';

const whole = (App: ComponentType) => (
  <StrictMode>
    <App />
  </StrictMode>
);

/** Reads what the first screen needs, and shows it. No part of the bundle may wait for this module: it loads others. */
async function start(root: HTMLElement): Promise<void> {
  // English is part of the first load.
  await startTexts().catch(() => startTexts('en'));
  const storage = isNative() ? await (await import('@/platform/native-start')).startNative(paths.start) : localStorage;
  const page = readRenderedPage();
  const isGuest = !readStoredSession(storage, new Date()).data.isAuthenticated;
  // The server renders for guests, and may have guessed the language wrong.
  if (page && isGuest && page.language === currentLanguage()) {
    assume(page);
    window.history.replaceState(window.history.state, '', page.address);
    const { App } = await createReadyApp({ sockets: true, storage }, page.answers);
    startTransition(() => void hydrateRoot(root, whole(App)));
  } else {
    const { App } = createApp({ sockets: true, storage });
    createRoot(root).render(whole(App));
  }
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void start(root).then(startServiceWorker);
