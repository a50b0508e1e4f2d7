import { IconRosetteDiscountCheckFilled } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { Avatar } from '@/ui';
import type { ReportParty } from '../api';
import { accountPath } from '../paths';
import classes from './Person.module.css';

/** A short label in a colour. */
export function Mark({ tone, children }: { tone?: 'bad' | 'good' | 'warm'; children: string }) {
  return (
    <span className={classes.mark} data-tone={tone}>
      {children}
    </span>
  );
}

/** The account's labels for staff: suspended, staff, verified. */
export function AccountMarks({ party }: { party: ReportParty }) {
  const { t } = useTranslation(['staff', 'ui']);
  return (
    <>
      {party.manual_verification === 'verified' ? (
        <IconRosetteDiscountCheckFilled size={16} color="var(--brand)" role="img" aria-label={t('ui:verified')} />
      ) : null}{' '}
      {party.staff ? <Mark tone="good">{t('ofTheStaff')}</Mark> : null} {party.suspended ? <Mark tone="bad">{t('suspended')}</Mark> : null}
    </>
  );
}

/** A person with a link to their staff page; deleted accounts have none. */
export function Person({ party, role }: { party: ReportParty; role: string }) {
  const { t } = useTranslation('staff');
  return (
    <li className={classes.person}>
      <Avatar name={party.name} src={party.avatar} size={44} />
      <div>
        <small>{role}</small>
        <span>
          {party.name ? (
            <Link to={accountPath(party.owner_id, 'report')} className={classes.plainLink}>
              <bdi>{party.name}</bdi>
            </Link>
          ) : (
            t('goneAccount')
          )}{' '}
          <AccountMarks party={party} />
        </span>
        <small>
          <bdi>{[party.username ? `@${party.username}` : '', party.email].filter(Boolean).join(' · ')}</bdi>
        </small>
      </div>
    </li>
  );
}
