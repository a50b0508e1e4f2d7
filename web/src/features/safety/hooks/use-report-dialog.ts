import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useDialog } from '@/routing';
import { toast } from '@/ui';

/** What can be reported from where it stands. */
type ReportDialog = 'comment' | 'review' | 'appointment' | 'account';

/** The report dialog over whatever is open, as a link. Who has no account is told that reporting needs one. */
export function useReportDialog(dialog: ReportDialog, id: string) {
  // The sentence is not needed before somebody presses, so nothing waits for it.
  const { t } = useTranslation('safety');
  const { isAuthenticated } = useSession();
  const { opened, subject, open, close } = useDialog<ReportDialog>([dialog], 'reported', 'report');
  return {
    opened: isAuthenticated && opened !== null && subject === id,
    open: () => (isAuthenticated ? open(dialog, id) : toast.failed(t('guest'))),
    close,
  };
}
