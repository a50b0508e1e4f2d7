import { paths, type AppRoute } from '@/routing';

export const sessionRoutes: readonly AppRoute[] = [
  {
    path: paths.signIn,
    access: 'unauthenticated',
    layout: 'bare',
    texts: ['session'],
    screen: () => import('./screens/SignIn'),
  },
  {
    path: paths.signUp,
    access: 'unauthenticated',
    layout: 'bare',
    texts: ['session'],
    screen: () => import('./screens/SignUp'),
  },
  {
    path: paths.forgotPassword,
    access: 'unauthenticated',
    layout: 'bare',
    texts: ['session'],
    screen: () => import('./screens/ForgotPassword'),
  },
  {
    path: paths.resetPassword,
    access: 'unauthenticated',
    layout: 'bare',
    texts: ['session'],
    screen: () => import('./screens/ResetPassword'),
  },
  {
    path: paths.confirmAccount,
    access: 'anyone',
    layout: 'bare',
    texts: ['session'],
    screen: () => import('./screens/ConfirmAccount'),
  },
  {
    path: paths.changePassword,
    access: 'account',
    layout: 'account',
    texts: ['session'],
    screen: () => import('./screens/ChangePassword'),
  },
  {
    path: paths.deleteAccount,
    access: 'account',
    layout: 'account',
    texts: ['session'],
    screen: () => import('./screens/DeleteAccount'),
  },
  {
    path: paths.signOut,
    access: 'account',
    layout: 'bare',
    texts: ['session'],
    screen: () => import('./screens/SignOut'),
  },
];
