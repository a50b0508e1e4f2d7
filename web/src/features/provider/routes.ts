import { openhoursApi } from '@/api';
import { firstSlots } from '@/features/booking';
import { paths, type AppRoute } from '@/routing';

export const providerRoutes: readonly AppRoute[] = [
  {
    path: paths.provider,
    access: 'anyone',
    layout: 'page',
    texts: ['provider', 'booking', 'ratings', 'feed', 'circle', 'messages', 'safety'],
    firstAnswers: async (ask, { params, timezone }) => {
      const { getProviderProfile, getAccountProviderServices, getProviderAppointmentWindow, getAvailableSlots } = openhoursApi.endpoints;
      const profile = await ask(getProviderProfile.initiate({ username: params['providerUsername'] ?? '' }));
      const providerId = profile?.data.account_data.owner_id;
      if (!providerId) return;
      await Promise.all([
        ask(getAccountProviderServices.initiate({ filter: 'active', providerId })),
        ask(getProviderAppointmentWindow.initiate(providerId)),
        timezone ? ask(getAvailableSlots.initiate(firstSlots(providerId, timezone))) : null,
      ]);
    },
    screen: () => import('./screens/ProviderPage'),
  },
  {
    path: paths.myAccount,
    access: 'provider',
    layout: 'account',
    texts: ['provider', 'onboarding', 'share'],
    screen: () => import('./screens/MyAccount'),
  },
  {
    path: paths.accountBasicInfo,
    access: 'account',
    layout: 'account',
    texts: ['provider', 'onboarding'],
    screen: () => import('./screens/BasicInfo'),
  },
];
