import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { phoneText } from '@/ui/phone';
import type { ImportRow } from '../api';
import { importOrder } from '../model';
import classes from '../screens/ImportClients.module.css';

/** How many rows are shown at first, and how many more each time. */
const atOnce = 50;

/** What becomes of each row of the file, those that are refused first. */
export function ImportRows({ rows }: { rows: readonly ImportRow[] }) {
  const { t } = useTranslation('clients');
  const [most, setMost] = useState(atOnce);
  const ordered = importOrder(rows);
  return (
    <>
      <ul className={classes.rows} aria-label={t('import.rows')}>
        {ordered.slice(0, most).map((row) => (
          <OneRow key={row.line} row={row} />
        ))}
      </ul>
      {ordered.length > most ? (
        <Button variant="default" onClick={() => setMost(most + atOnce)}>
          {t('import.more')}
        </Button>
      ) : null}
    </>
  );
}

function OneRow({ row: { line, outcome, name, email, phone, client_name, field, reason } }: { row: ImportRow }) {
  const { t } = useTranslation('clients');
  const what =
    outcome === 'joined' || outcome === 'unchanged'
      ? t(`import.becomes.${outcome}`, { name: client_name })
      : t(`import.becomes.${outcome}`);
  return (
    <li className={classes.row}>
      <strong>
        <bdi>{name || t('import.noName')}</bdi>
      </strong>
      <span className={classes.facts}>
        {t('import.line', { line })}
        {email ? (
          <>
            {' · '}
            <bdi>{email}</bdi>
          </>
        ) : null}
        {phone ? (
          <>
            {' · '}
            <bdi dir="ltr">{outcome === 'refused' ? phone : phoneText(phone)}</bdi>
          </>
        ) : null}
      </span>
      {outcome === 'refused' ? (
        <span className={classes.refused}>
          {field ? `${t(`import.field.${field as 'name' | 'email' | 'phone'}`)}: ` : null}
          {reason}
        </span>
      ) : (
        <span>{what}</span>
      )}
    </li>
  );
}
