import { Select } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { columnUses, type ColumnUse, type ImportColumn } from '../api';
import classes from './ImportColumns.module.css';

interface ImportColumnsProps {
  columns: readonly ImportColumn[];
  /** What each of them is used for. */
  uses: readonly ColumnUse[];
  onAssign: (place: number, use: ColumnUse) => void;
}

/** The columns of a file of clients, each with its use, which may be another one. Those without a value are left out unless they are used. */
export function ImportColumns({ columns, uses, onAssign }: ImportColumnsProps) {
  const { t } = useTranslation('clients');
  const data = columnUses.map((use) => ({ value: use, label: t(`import.columns.use.${use}`) }));
  const shown = columns
    .map((column, place) => ({ ...column, place, use: uses[place] ?? 'unused' }))
    .filter(({ example, use }) => example !== '' || use !== 'unused');
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="import-columns" className={classes.section}>
      <h2 id="import-columns" className={classes.title}>
        {t('import.columns.title')}
      </h2>
      <p className={classes.lead}>{t('import.columns.lead')}</p>
      <ul className={classes.columns}>
        {shown.map(({ name, example, place, use }) => (
          <li key={place} className={classes.column}>
            <Select
              label={<bdi>{name || t('import.columns.unnamed', { number: place + 1 })}</bdi>}
              description={example ? <bdi>{example}</bdi> : null}
              data={data}
              value={use}
              allowDeselect={false}
              onChange={(chosen) => onAssign(place, chosen as ColumnUse)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
