import './ui/mantine.css';
import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/noto-sans-arabic/wght.css';
import './ui/tokens.css';
import { startTransition, StrictMode, type ComponentType } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { readStoredSession } from '@/api';
import { createApp, createReadyApp } from '@/app/create-app';
import { assume, readRenderedPage } from '@/platform/rendered-page';
import { startServiceWorker } from '@/platform/service-worker';
import { currentLanguage, startTexts } from './i18n';

const whole = (App: ComponentType) => (
  <StrictMode>
    <App />
  </StrictMode>
);

async function start(root: HTMLElement): Promise<void> {
  // English is part of the first load.
  await startTexts().catch(() => startTexts('en'));
  const page = readRenderedPage();
  const isGuest = !readStoredSession(localStorage, new Date()).data.isAuthenticated;
  // The server renders for guests, and may have guessed the language wrong.
  if (page && isGuest && page.language === currentLanguage()) {
    assume(page);
    window.history.replaceState(window.history.state, '', page.address);
    const { App } = await createReadyApp({ sockets: true }, page.answers);
    startTransition(() => void hydrateRoot(root, whole(App)));
  } else {
    const { App } = createApp({ sockets: true });
    createRoot(root).render(whole(App));
  }
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Not awaited here: the parts that it fetches import this module, and would wait for it.
void start(root).then(startServiceWorker);
