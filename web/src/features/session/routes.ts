import { paths, type AppRoute } from '@/routing';

export const sessionRoutes: readonly AppRoute[] = [
  {
    path: paths.signIn,
    access: 'unauthenticated',
    frame: 'bare',
    texts: ['session'],
    screen: () => import('./screens/SignIn'),
  },
  {
    path: paths.signUp,
    access: 'unauthenticated',
    frame: 'bare',
    texts: ['session'],
    screen: () => import('./screens/SignUp'),
  },
  {
    path: paths.forgotPassword,
    access: 'unauthenticated',
    frame: 'bare',
    texts: ['session'],
    screen: () => import('./screens/ForgotPassword'),
  },
  {
    path: paths.resetPassword,
    access: 'unauthenticated',
    frame: 'bare',
    texts: ['session'],
    screen: () => import('./screens/ResetPassword'),
  },
  {
    path: paths.confirmAccount,
    access: 'anyone',
    frame: 'bare',
    texts: ['session'],
    screen: () => import('./screens/ConfirmAccount'),
  },
  {
    path: paths.changePassword,
    access: 'account',
    frame: 'account',
    texts: ['session'],
    screen: () => import('./screens/ChangePassword'),
  },
  {
    path: paths.deleteAccount,
    access: 'account',
    frame: 'account',
    texts: ['session'],
    screen: () => import('./screens/DeleteAccount'),
  },
  {
    path: paths.signOut,
    access: 'account',
    frame: 'bare',
    texts: ['session'],
    screen: () => import('./screens/SignOut'),
  },
];
