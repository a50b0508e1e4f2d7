import type { Action, ReportWhole } from './api';
import { readEvidence } from './evidence';

/** The possible decisions on a report: only an existing post can be hidden, only words can be removed, and staff accounts cannot be suspended. */
export function actionsFor(report: ReportWhole): readonly Action[] {
  const hides = report.report_type === 'posts' && readEvidence(report, report.evidence).kind === 'post';
  const removes = readEvidence(report, report.evidence).kind === 'words';
  const actions: (Action | null)[] = [
    'dismiss',
    'warn',
    hides ? 'hide_post' : null,
    removes ? 'remove_content' : null,
    report.reported.staff || !report.reported.name ? null : 'suspend_account',
  ];
  return actions.filter((action) => action !== null);
}
