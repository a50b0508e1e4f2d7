import './ui/mantine.css';
import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/noto-sans-arabic/wght.css';
import './ui/tokens.css';
import { startTransition, StrictMode, type ComponentType } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { type AnsweredQueries, readStoredSession } from '@/api';
import { createApp, createReadyApp } from '@/app/create-app';
import { deviceTimezone, ownTimezone } from '@/platform/device';
import { nextTask, takeEarlyPress } from '@/platform/early-input';
import { isNative } from '@/platform/native';
import { assume, type Assumed } from '@/platform/rendered-page';
import { startServiceWorker } from '@/platform/service-worker';
import { deviceStorage } from '@/platform/site-data';
import { tellServerOfSession, tellServerOfViewer } from '@/platform/viewer-cookies';
import { paths } from '@/routing';
import { chosenLanguage, currentLanguage, startTexts } from './i18n';

/** What comes with a page that the server rendered. */
interface RenderedPage extends Assumed {
  /** Path and query under which it was rendered. */
  address: string;
  answers: AnsweredQueries;
}

/** Reads what came with the page; null when the server did not render it. */
function readRenderedPage(): RenderedPage | null {
  const text = document.getElementById('rendered-page')?.textContent;
  return text ? (JSON.parse(text) as RenderedPage) : null;
}

const whole = (App: ComponentType) => (
  <StrictMode>
    <App />
  </StrictMode>
);

/** Whether the server rendered the page as this browser would: it may have guessed the language wrong, or remember another zone. */
const isAsHere = ({ language, timezone }: RenderedPage) =>
  language === currentLanguage() && (timezone === '' || timezone === deviceTimezone());

/**
 * Reads what the first screen needs, and shows it, in tasks that are short on a phone, so that it answers in between. No part of
 * the bundle may wait for this module: it loads others.
 */
async function start(root: HTMLElement): Promise<void> {
  await nextTask();
  // English is part of the first load.
  await startTexts().catch(() => startTexts('en'));
  const storage = isNative() ? await (await import('@/platform/native-start')).startNative(paths.start) : deviceStorage;
  const { isAuthenticated } = readStoredSession(storage, new Date()).data;
  tellServerOfSession(isAuthenticated);
  const page = readRenderedPage();
  if (page && !isAuthenticated && isAsHere(page)) {
    assume(page);
    window.history.replaceState(window.history.state, '', page.address);
    const { App } = await createReadyApp({ sockets: true, storage, pause: nextTask }, page.answers);
    await nextTask();
    takeEarlyPress();
    startTransition(() => void hydrateRoot(root, whole(App)));
  } else {
    const { App } = createApp({ sockets: true, storage });
    createRoot(root).render(whole(App));
  }
  // Beside a page that the server rendered, whether or not the app could take it over. In an empty page they are in the root.
  document.querySelector('.first-words.at-the-edge')?.remove();
  // Last, because the first question for the time zone takes a phone a tenth of a second.
  await nextTask();
  tellServerOfViewer(ownTimezone(), chosenLanguage());
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void start(root).then(startServiceWorker);
