import { Skeleton } from '@mantine/core';
import classes from './PostDetail.module.css';

/** A post while loading: pictures, author, caption and buttons. */
export function PostSkeleton() {
  return (
    <div className={classes.post}>
      <Skeleton className={classes.picturesToCome} />
      <div className={classes.by}>
        <Skeleton height={44} circle />
        <Skeleton height={40} maw={200} />
      </div>
      <Skeleton height={68} />
      <Skeleton height={34} />
      <Skeleton height={42} />
    </div>
  );
}
