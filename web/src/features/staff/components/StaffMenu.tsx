import { useEffect, useRef } from 'react';
import { IconFlag, IconHistory, IconMailX, IconMessageQuestion, IconUsers, type Icon } from '@tabler/icons-react';
import { NavLink, useLocation } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { useStaffGetOverviewQuery } from '../api';
import { sectionPath, sections, type Section } from '../paths';
import classes from './StaffMenu.module.css';

const icons: Readonly<Record<Section, Icon>> = {
  reports: IconFlag,
  requests: IconMessageQuestion,
  accounts: IconUsers,
  log: IconHistory,
  mails: IconMailX,
};

/** The staff pages with the number of waiting items: a sidebar, or a row above the page on small screens. */
export function StaffMenu() {
  const { t } = useTranslation('staff');
  const { pathname } = useLocation();
  const { currentData } = useStaffGetOverviewQuery();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    bar.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  const waiting: Partial<Record<Section, number>> = {
    reports: currentData?.data.open_reports ?? 0,
    requests: currentData?.data.open_requests ?? 0,
  };
  return (
    <nav className={classes.menu} aria-label={t('menu')} ref={bar}>
      {sections.map((section) => {
        const Picture = icons[section];
        return (
          <NavLink key={section} to={sectionPath(section)} className={classes.link}>
            <Picture size={20} aria-hidden />
            <span>{t(`section.${section}`)}</span>
            {waiting[section] ? <b className={classes.count}>{waiting[section]}</b> : null}
          </NavLink>
        );
      })}
    </nav>
  );
}
