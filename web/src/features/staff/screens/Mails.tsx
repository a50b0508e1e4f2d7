import { Button } from '@mantine/core';
import { IconMailX } from '@tabler/icons-react';
import { asFailure } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState, Page, QueryStates, TimeAgo, toast } from '@/ui';
import { ShowMore } from '@/ui/ShowMore';
import { usePaged } from '@/ui/use-paged';
import { useMailPagesInfiniteQuery, useStaffRetryMailMutation, type FailedMail } from '../api';
import { Mark } from '../components/Person';
import { RowList, RowListSkeleton } from '../components/ReportRows';
import classes from '../components/ReportRows.module.css';

/** /staff/mails: undelivered mails, with a retry button. */
export function Mails() {
  const { t } = useTranslation('staff');
  const query = useMailPagesInfiniteQuery(null, { refetchOnMountOrArgChange: true });
  const { more } = usePaged(query);
  const mails = query.currentData?.pages.flatMap((page) => page.mails) ?? [];
  return (
    <Page title={t('section.mails')} lead={t('mailsLead')}>
      <QueryStates
        query={query}
        skeleton={<RowListSkeleton />}
        isEmpty={() => mails.length === 0}
        empty={<EmptyState icon={IconMailX}>{t('noMails')}</EmptyState>}
      >
        {() => (
          <>
            <RowList>
              {mails.map((mail) => (
                <MailRow key={mail.mail_id} mail={mail} />
              ))}
            </RowList>
            <ShowMore more={more} />
          </>
        )}
      </QueryStates>
    </Page>
  );
}

function MailRow({ mail: { mail_id, template, to, reason, attempts, given_up_at } }: { mail: FailedMail }) {
  const { t } = useTranslation('staff');
  const [retry, { isLoading }] = useStaffRetryMailMutation();
  const again = async () => {
    const { error } = await retry({ iv_mail_id: mail_id });
    if (!error) return toast.done(t('mailSent'));
    const { kind, main_msg } = asFailure(error);
    // The app already reports an unavailable server.
    if (kind !== 'unavailable') toast.failed(main_msg);
  };
  return (
    <li className={classes.row} data-wraps>
      <span className={classes.what}>
        <strong>
          {t('mailTo', { to })} <Mark>{template.replaceAll('_', ' ')}</Mark>
        </strong>
        <span dir="auto">{reason}</span>
        <span>
          {t('attempts', { count: attempts })} · <TimeAgo instant={given_up_at} />
        </span>
      </span>
      <Button variant="default" loading={isLoading} onClick={() => void again()}>
        {t('sendAgain')}
      </Button>
    </li>
  );
}
