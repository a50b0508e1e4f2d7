import type { ClientOrder, ColumnUse, ImportPreview, ImportRow } from './api';

const open = ['pending', 'accepted', 'ongoing'];

/** The client's bookings: those still to come, the soonest first, and those that are over, the newest first. */
export function comingAndPast(orders: readonly ClientOrder[], now: Date): { coming: ClientOrder[]; past: ClientOrder[] } {
  const isComing = ({ request_status, starts_at }: ClientOrder) =>
    request_status === 'ongoing' || (open.includes(request_status) && new Date(starts_at) > now);
  return { coming: orders.filter(isComing).reverse(), past: orders.filter((order) => !isComing(order)) };
}

const outcomes = ['refused', 'joined', 'new', 'unchanged'];

/** The rows of an import: those to be mended first, then what changes; each group as in the file. */
export const importOrder = (rows: readonly ImportRow[]): ImportRow[] =>
  [...rows].sort((one, other) => outcomes.indexOf(one.outcome) - outcomes.indexOf(other.outcome) || one.line - other.line);

/** What each column of a file is used for: as somebody has said, or as its name says. */
export const usesOf = ({ columns }: ImportPreview, assigned: readonly ColumnUse[] | undefined): ColumnUse[] => [
  ...(assigned ?? columns?.map(({ used_for }) => used_for) ?? []),
];

/** These uses, with another one of the column at this place. */
export const withUse = (uses: readonly ColumnUse[], place: number, use: ColumnUse): ColumnUse[] =>
  uses.map((known, each) => (each === place ? use : known));

const names: readonly ColumnUse[] = ['name', 'given', 'family'];

/** Whether columns of these uses name clients. */
export const namesClients = (uses: readonly ColumnUse[]): boolean => uses.some((use) => names.includes(use));
