import type { ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation';
import { useFigureTexts } from '../hooks/use-figure-texts';
import { cancelledOf, changeOf, conversionOf, type FiguresAnswer, type Sums } from '../model';
import classes from './FigureTiles.module.css';

/** What the range adds up to, each figure beside that of the range before. */
export function FigureTiles({ figures: now, former_figures: before }: Pick<FiguresAnswer, 'figures' | 'former_figures'>) {
  const { t } = useTranslation('figures');
  const texts = useFigureTexts();
  const counted = (label: string, of: (sums: Sums) => number, more?: ReactNode) => (
    <Tile label={label} value={texts.count(of(now))} change={changeOf(of(now), of(before))} before={texts.count(of(before))}>
      {more}
    </Tile>
  );
  const share = conversionOf(now);
  const shareBefore = conversionOf(before);
  return (
    <dl className={classes.tiles}>
      {counted(t('bookings'), ({ bookings }) => bookings)}
      <Tile
        label={t('hours')}
        value={texts.hours(now.minutes)}
        change={changeOf(now.minutes, before.minutes)}
        before={texts.hours(before.minutes)}
      />
      <Income now={now} before={before} />
      {counted(t('newClients'), ({ new_clients }) => new_clients)}
      {counted(t('returningClients'), ({ returning_clients }) => returning_clients)}
      {counted(t('noShows'), ({ no_shows }) => no_shows)}
      {counted(t('cancelled'), cancelledOf, <Sides cancelled={now.cancelled} />)}
      {counted(t('requests'), ({ requests }) => requests)}
      <Tile
        label={t('views')}
        value={now.views === null ? t('unknown') : texts.count(now.views)}
        change={now.views === null || before.views === null ? null : changeOf(now.views, before.views)}
        before={before.views === null ? null : texts.count(before.views)}
      />
      <Tile
        label={t('conversion')}
        value={share === null ? t('unknown') : texts.share(share)}
        change={null}
        before={shareBefore === null ? null : texts.share(shareBefore)}
      >
        {t('conversionHint')}
      </Tile>
    </dl>
  );
}

interface TileProps {
  label: string;
  value: ReactNode;
  /** A share of the former figure; null where there is nothing to compare with. */
  change: number | null;
  /** The former figure; null where it is not known. */
  before: string | null;
  children?: ReactNode;
}

function Tile({ label, value, change, before, children }: TileProps) {
  const { t } = useTranslation('figures');
  const texts = useFigureTexts();
  return (
    <div className={classes.tile}>
      <dt>{label}</dt>
      <dd className={classes.value}>{value}</dd>
      {before === null ? null : (
        <dd className={classes.before}>
          {change === null || change === 0 ? null : <bdi className={classes.change}>{texts.change(change)}</bdi>}{' '}
          {t('before', { figure: before })}
        </dd>
      )}
      {children ? <dd className={classes.before}>{children}</dd> : null}
    </div>
  );
}

/** What completed bookings cost, a line for each currency. */
function Income({ now, before }: { now: Sums; before: Sums }) {
  const { t } = useTranslation('figures');
  const texts = useFigureTexts();
  const earlier = (currency: string) => before.income.find((each) => each.currency === currency)?.amount ?? 0;
  const [first] = now.income;
  return (
    <Tile
      label={t('income')}
      value={
        now.income.length
          ? now.income.map(({ currency, amount }) => <div key={currency}>{texts.money(amount, currency)}</div>)
          : t('unknown')
      }
      change={first ? changeOf(first.amount, earlier(first.currency)) : null}
      before={first && earlier(first.currency) ? texts.money(earlier(first.currency), first.currency) : null}
    />
  );
}

function Sides({ cancelled }: { cancelled: Sums['cancelled'] }) {
  const { t } = useTranslation('figures');
  const texts = useFigureTexts();
  const sides = (['by_provider', 'by_client', 'by_system', 'unknown'] as const).filter((side) => cancelled[side] > 0);
  return sides.length ? <>{sides.map((side) => t(`side.${side}`, { figure: texts.count(cancelled[side]) })).join(' · ')}</> : null;
}
