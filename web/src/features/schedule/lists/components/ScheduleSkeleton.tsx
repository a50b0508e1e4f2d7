import { Skeleton, Stack } from '@mantine/core';
import classes from '../screens/ScheduleManager.module.css';

/** The schedule while loading: tabs, menu, rows, and on a wide screen the calendar and the day. */
export function ScheduleSkeleton({ wide, calendar }: { wide: boolean; calendar: boolean }) {
  return (
    <div className={classes.board}>
      <Stack gap="md" className={classes.main}>
        <Skeleton height={38} maw={360} />
        {calendar ? (
          <>
            <Skeleton height={42} maw={560} />
            <Skeleton height={762} radius="lg" />
          </>
        ) : (
          <div className={classes.columns}>
            <Skeleton className={classes.menu} />
            <div className={classes.content}>
              <Skeleton height={28} width={180} />
              <Skeleton height={42} />
              {[1, 2, 3, 4].map((row) => (
                <Skeleton key={row} height={96} radius="lg" />
              ))}
            </div>
            {wide ? <Skeleton height={762} radius="lg" /> : null}
          </div>
        )}
      </Stack>
      {wide ? <Skeleton height={420} radius="lg" /> : null}
    </div>
  );
}
