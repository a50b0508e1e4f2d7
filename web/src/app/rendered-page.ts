import type { AnsweredQueries } from '@/api';
import type { Assumed } from '@/platform/rendered-page';

/** What comes with a page that the server rendered. */
export interface RenderedPage extends Assumed {
  /** Path and query under which it was rendered. */
  address: string;
  answers: AnsweredQueries;
}

/** Reads what came with the page; null when the server did not render it. */
export function readRenderedPage(): RenderedPage | null {
  const text = document.getElementById('rendered-page')?.textContent;
  return text ? (JSON.parse(text) as RenderedPage) : null;
}
