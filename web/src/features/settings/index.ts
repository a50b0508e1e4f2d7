export { AvatarDialog } from '@/features/pictures';
