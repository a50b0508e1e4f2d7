import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { dayApi, type OtherTimesWanted, type ProposedHours } from '../day/api';

export type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/** The orders that a change would leave outside of the open hours. Loaded when hours are saved. */
export const lookOutside = async (dispatch: Dispatch, fields: ProposedHours) =>
  (await dispatch(dayApi.endpoints.getOrdersOutsideHours.initiate(fields)).unwrap()).data;

/** Asks clients for other times. */
export const askClients = async (dispatch: Dispatch, wanted: OtherTimesWanted) =>
  (await dispatch(dayApi.endpoints.askForOtherTimes.initiate(wanted)).unwrap()).data;
