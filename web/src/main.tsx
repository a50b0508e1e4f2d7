import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/noto-sans-arabic/wght.css';
import './ui/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from '@/app/create-app';
import { startTexts } from './i18n';
import { startServiceWorker } from './platform/service-worker';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// English is part of the first load.
await startTexts().catch(() => startTexts('en'));
const { App } = createApp({ sockets: true });
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
startServiceWorker();
