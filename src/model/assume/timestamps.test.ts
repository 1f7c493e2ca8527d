import { describe, expect, test } from 'vitest';
import { isRecordTimestamp, managedBy } from './timestamps.ts';

describe('names of times of a record', () => {
  test.each([
    ['created', 'created'],
    ['created_at', 'created'],
    ['date_created', 'created'],
    ['updated_on', 'updated'],
    ['modified_time', 'updated'],
    ['time_modified', 'updated'],
    ['joined_at', undefined],
    ['published_date', undefined],
    ['enrolled', undefined],
  ])('%s', (name, managed) => {
    expect([isRecordTimestamp(name), managedBy(name)]).toEqual([true, managed]);
  });

  test.each(['starts_at', 'held_at', 'ended_at_time', 'died_at', 'invalidated_at_time', 'at', 'created_by', 'last_created_at'])(
    '%s is set by the client',
    (name) => {
      expect([isRecordTimestamp(name), managedBy(name)]).toEqual([false, undefined]);
    },
  );
});
