import { alertsRoutes } from '@/features/alerts/routes';
import { circleRoutes } from '@/features/circle/routes';
import { clientsRoutes } from '@/features/clients/routes';
import { feedRoutes } from '@/features/feed/routes';
import { figuresRoutes } from '@/features/figures/routes';
import { informationRoutes } from '@/features/information/routes';
import { landingRoutes } from '@/features/landing/routes';
import { messagesRoutes } from '@/features/messages/routes';
import { onboardingRoutes } from '@/features/onboarding/routes';
import { postRoutes } from '@/features/post/routes';
import { providerRoutes } from '@/features/provider/routes';
import { ratingsRoutes } from '@/features/ratings/routes';
import { remindersRoutes } from '@/features/reminders/routes';
import { safetyRoutes } from '@/features/safety/routes';
import { scheduleRoutes } from '@/features/schedule/routes';
import { searchRoutes } from '@/features/search/routes';
import { securityRoutes } from '@/features/security/routes';
import { servicesRoutes } from '@/features/services/routes';
import { sessionRoutes } from '@/features/session/routes';
import { settingsRoutes } from '@/features/settings/routes';
import { staffRoutes } from '@/features/staff/routes';
import type { AppRoute } from '@/routing';

/** Every screen of the app. */
export const routes: readonly AppRoute[] = [
  ...alertsRoutes,
  ...circleRoutes,
  ...clientsRoutes,
  ...feedRoutes,
  ...figuresRoutes,
  ...informationRoutes,
  ...landingRoutes,
  ...messagesRoutes,
  ...onboardingRoutes,
  ...postRoutes,
  ...providerRoutes,
  ...ratingsRoutes,
  ...remindersRoutes,
  ...safetyRoutes,
  ...scheduleRoutes,
  ...searchRoutes,
  ...securityRoutes,
  ...servicesRoutes,
  ...sessionRoutes,
  ...settingsRoutes,
  ...staffRoutes,
];
