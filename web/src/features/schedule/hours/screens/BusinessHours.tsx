import { Suspense, useState, type FormEvent } from 'react';
import { Alert, Button, Checkbox, Group, Select, Skeleton, Stack } from '@mantine/core';
import { IconClockShare } from '@tabler/icons-react';
import { useSession, type AppointmentInfo } from '@/api';
import { CalendarFeed, ExternalCalendars } from '@/features/calendars';
import { FormProblem } from '@/forms';
import { isZoneKnown } from '@/i18n/intl';
import { listedZones } from '@/i18n/intl-words';
import { useTranslation } from '@/i18n/use-translation';
import { Page, QueryStates, Sheet, toast } from '@/ui';
import { LeaveGuard } from '@/ui/LeaveGuard';
import { lazyPart } from '@/ui/lazy-part';
import { zoneCity } from '@/features/booking';
import { useGetProviderAppointmentWindowQuery } from '../../api';
import { AwaySettings } from '../../away/components/AwaySettings';
import { OwnAway } from '../../away/components/OwnAway';
import { ClosedTimeDialog } from '../../closed-time/components/ClosedTimeDialog';
import { useClosedTime } from '../../closed-time/hooks/use-closed-time';
import { BookingRules } from '../components/BookingRules';
import { DateOverrides } from '../components/DateOverrides';
import { DayEditor } from '../components/DayEditor';
import { WeekPreview } from '../components/WeekPreview';
import { Places } from '../../venues/components/Places';
import { RemoteMeetings } from '../../venues/components/RemoteMeetings';
import { TravelArea } from '../../venues/components/TravelArea';
import { useHoursEditor, type HoursEditor } from '../hooks/use-hours-editor';
import { errorsOf, otherOpenDays, type Week, type Weekday, weekdayOf, WEEKDAYS } from '../weekly-hours';
import classes from './BusinessHours.module.css';

const MoveTerms = lazyPart(() => import('../../diary/components/MoveTerms').then((part) => ({ default: part.MoveTerms })));

/** /appointment_booking_settings: the provider's hours, and the slots they produce. */
export default function BusinessHours() {
  const { t } = useTranslation('schedule');
  const { ownerId } = useSession();
  const query = useGetProviderAppointmentWindowQuery(ownerId);
  return (
    <Page title={t('hours.title')} lead={t('hours.lead')}>
      <OwnAway />
      <Stack gap="md">
        <AwaySettings />
        <QueryStates query={query} skeleton={<Skeleton height={480} />}>
          {({ data }) => <HoursForm info={data.appointment_info} />}
        </QueryStates>
        <Suspense fallback={<Skeleton height={220} />}>
          <MoveTerms />
        </Suspense>
        <Places />
        <TravelArea />
        <RemoteMeetings />
        <ExternalCalendars />
        <CalendarFeed />
      </Stack>
    </Page>
  );
}

function HoursForm({ info }: { info: AppointmentInfo }) {
  const { t } = useTranslation('schedule');
  const closed = useClosedTime();
  const hours = useHoursEditor(info, () => {
    toast.done(t('hours.saved'));
    void closed.saved();
  });
  const { preview, problem } = hours;
  function submit(event: FormEvent): void {
    event.preventDefault();
    void closed.check(hours.fields, () => void hours.save());
  }
  return (
    <div className={classes.columns}>
      <form onSubmit={submit} noValidate>
        <LeaveGuard isDirty={() => hours.dirty} />
        <Stack gap="sm">
          <TimezoneField
            value={hours.timezone}
            saved={hours.savedTimezone}
            error={preview.errors['iv_timezone']}
            onChange={hours.setTimezone}
          />
          <FormProblem>{problem === 'fields' ? t('hours.failed') : problem}</FormProblem>
          <Weekdays hours={hours} />
          <BookingRules hours={hours} />
          <DateOverrides hours={hours} />
          <SaveBar hours={hours} checking={closed.checking} />
        </Stack>
      </form>
      <ClosedTimeDialog closed={closed} />
      {/* A scrollable region must be focusable by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.result} aria-labelledby="coming-slots" tabIndex={0}>
        <h2 id="coming-slots">{t('hours.result')}</h2>
        <WeekPreview preview={preview} />
      </section>
    </div>
  );
}

/** Monday to Sunday, and the dialog that copies a day to others. */
function Weekdays({ hours }: { hours: HoursEditor }) {
  const [copying, setCopying] = useState<Weekday | null>(null);
  const { week, preview } = hours;
  return (
    <>
      {WEEKDAYS.map((day) => (
        <DayEditor
          key={day}
          day={day}
          window={week[day]}
          errors={errorsOf(day, preview.errors)}
          expanded={hours.isExpanded(day)}
          slots={{
            day: preview.shown?.days.find(({ date }) => weekdayOf(date) === day),
            timezone: preview.shown?.timezone ?? hours.timezone,
            fresh: preview.fresh,
          }}
          onChange={(window) => hours.change(day, window)}
          onExpand={(open) => hours.expand(day, open)}
          onCopy={() => setCopying(day)}
        />
      ))}
      {copying ? (
        <CopyDay
          from={copying}
          week={week}
          onClose={() => setCopying(null)}
          onCopy={(to) => {
            hours.copy(copying, to);
            setCopying(null);
          }}
        />
      ) : null}
    </>
  );
}

/** The unsaved mark, the number of slots, and the save button. */
function SaveBar({ hours: { dirty, preview, saving }, checking }: { hours: HoursEditor; checking: boolean }) {
  const { t } = useTranslation(['schedule', 'ui']);
  const count = preview.shown?.days.reduce((sum, day) => sum + day.slots.length, 0);
  return (
    <div className={classes.save} data-bottom-bar data-dirty={dirty || undefined}>
      <span role="status">
        {dirty ? <b>{t('hours.unsaved')}</b> : null}
        {preview.problem ? (
          <Button variant="subtle" size="compact-sm" onClick={preview.retry}>
            {t('ui:retry')}
          </Button>
        ) : count === undefined ? null : (
          <small>{t('hours.weekCount', { count })}</small>
        )}
      </span>
      <Button type="submit" loading={saving || checking}>
        {t('hours.save')}
      </Button>
    </div>
  );
}

interface TimezoneFieldProps {
  value: string;
  /** The zone in force. */
  saved: string;
  error: string | undefined;
  onChange: (timezone: string) => void;
}

/** The zone of the hours, and what moves when another one is chosen (product.md 3.1). */
function TimezoneField({ value, saved, error, onChange }: TimezoneFieldProps) {
  const { t } = useTranslation('schedule');
  const known = listedZones();
  return (
    <div>
      <Select
        label={t('hours.timezone')}
        description={t('hours.timezoneHint')}
        data={known.includes(value) ? known : [value, ...known]}
        searchable
        limit={50}
        maw={360}
        value={value}
        error={error}
        onChange={(chosen) => onChange(chosen ?? value)}
      />
      <div role="status">
        {isZoneKnown(value) ? null : (
          <Alert mt="xs" color="gray">
            {t('hours.timezoneLacking', { place: zoneCity(value) })}
          </Alert>
        )}
        {value === saved ? null : (
          <Alert mt="xs" color="orange" icon={<IconClockShare size={18} aria-hidden />}>
            {t('hours.timezoneMoves', { place: zoneCity(value) })}
          </Alert>
        )}
      </div>
    </div>
  );
}

interface CopyDayProps {
  from: Weekday;
  week: Week;
  onCopy: (to: Weekday[]) => void;
  onClose: () => void;
}

/** Chooses the days to which one day's hours are copied. */
function CopyDay({ from, week, onCopy, onClose }: CopyDayProps) {
  const { t } = useTranslation(['schedule', 'ui']);
  const [chosen, setChosen] = useState<string[]>([]);
  const openDays = otherOpenDays(week, from);
  const others = WEEKDAYS.filter((day) => day !== from);
  const allOpen = openDays.length > 0 && openDays.every((day) => chosen.includes(day));
  return (
    <Sheet opened onClose={onClose} title={t('hours.copyTitle', { day: t(`hours.day.${from}`) })} size="sm">
      <Stack>
        <Checkbox
          fw={600}
          label={t('hours.allOpen')}
          checked={allOpen}
          disabled={openDays.length === 0}
          onChange={() =>
            setChosen(allOpen ? chosen.filter((day) => !openDays.some((open) => open === day)) : [...new Set([...chosen, ...openDays])])
          }
        />
        <Checkbox.Group value={chosen} onChange={setChosen} aria-label={t('hours.copyTo')}>
          <Stack gap="sm" ps="lg">
            {others.map((day) => (
              <Checkbox
                key={day}
                value={day}
                label={t(`hours.day.${day}`)}
                description={week[day].status === 'closed' ? t('hours.copyOpens') : undefined}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => onCopy(others.filter((day) => chosen.includes(day)))}>
            {t('hours.copyDo', { count: chosen.length })}
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}
