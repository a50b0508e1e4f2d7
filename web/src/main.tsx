import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/noto-sans-arabic/wght.css';
import './ui/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from '@/app/create-app';
import { launchPath, startAt } from '@/platform/links';
import { readChosenServer } from '@/platform/server';
import { openSessionStorage } from '@/platform/session-storage';
import { paths } from '@/routing';
import { startTexts } from './i18n';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// English is part of the first load.
await startTexts().catch(() => startTexts('en'));
await readChosenServer();
const [storage, launch] = await Promise.all([openSessionStorage(), launchPath()]);
if (launch) startAt(launch, paths.start);
const { App } = createApp({ sockets: true, storage });
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
