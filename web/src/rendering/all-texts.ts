import { addTexts, type Texts } from '@/i18n/texts';

/** On the server every text is there from the start: a page is rendered in one go. */
const all = import.meta.glob<Texts>(['../i18n/*/*.json', '!../i18n/*/first-words.json'], { eager: true, import: 'default' });
for (const [path, texts] of Object.entries(all)) addTexts(path.replace('../i18n/', '').replace('.json', ''), texts);
