import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/noto-sans-arabic/wght.css';
import './ui/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from '@/app/create-app';
import { isNative } from '@/platform/native';
import { paths } from '@/routing';
import { startTexts } from './i18n';

/** Reads what the first screen needs, and shows it. No part of the bundle may wait for this module: it loads others. */
async function start(root: HTMLElement): Promise<void> {
  // English is part of the first load.
  await startTexts().catch(() => startTexts('en'));
  const storage = isNative() ? await (await import('@/platform/native-start')).startNative(paths.start) : localStorage;
  const { App } = createApp({ sockets: true, storage });
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void start(root);
