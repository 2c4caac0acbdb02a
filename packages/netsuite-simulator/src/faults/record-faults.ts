import { editTarget, removeTarget } from "../control/target-edit";
import { suiteError } from "../modules/error";
import { type Run, type RunHooks, type SaveMoment, kill } from "../run";
import type { Fault, FaultKind } from "./fault";
import type { RequestPlan } from "./plan";

/** Requests that are carried out while this one is under way. */
export interface Meanwhile {
  /** The same request again, nested inside this one, as a twin that overtakes it. */
  redeliver(hooks: RunHooks): void;
  /** A probe of its key. The next one that arrives gets this answer. */
  probe(): void;
}

/** Faults inside the account while a request is carried out. */
export function planRecordFault(fault: Fault, plan: RequestPlan, meanwhile: Meanwhile): void {
  switch (fault.kind) {
    case "duplicate_delivery":
      if (fault.when === undefined || fault.when === "after_answer") plan.twice = true;
      else plan.hooks.push(overtakenByTwin(fault, meanwhile));
      return;
    case "slow_save":
      // The caller gives up and asks while the script is inside its save, which goes through.
      plan.hooks.push(onceBeforeSave(() => meanwhile.probe()));
      plan.answer = () => "drop";
      return;
    case "external_edit":
      if (fault.when === "between_load_and_save")
        plan.hooks.push(onceBeforeSave((run) => editTarget(run, fault.value)));
      else plan.outsiders.push((run) => editTarget(run, fault.value));
      return;
    case "deleted_record":
      if (fault.when === "between_load_and_save") plan.hooks.push(onceBeforeSave(removeTarget));
      else plan.outsiders.push(removeTarget);
      return;
    case "duplicate_error_name":
      plan.hooks.push({ duplicateName: fault.name });
      return;
    case "user_event_changes_value":
      plan.hooks.push({ afterSave: onBusiness((run) => editTarget(run, fault.value)) });
      return;
    default: {
      const hooks = FAILING_HOOKS[fault.kind]?.(fault);
      if (hooks) plan.hooks.push(hooks);
    }
  }
}

function refuse(name: string, message: string): never {
  throw suiteError(name, message);
}

function deathAt(fault: Fault, death: "usage_exceeded" | "time_exceeded"): RunHooks {
  const end = onBusiness((run) => kill(run, death));
  return fault.committed ? { afterSave: end } : { beforeSave: end };
}

function onBusiness(act: (run: Run) => void): (moment: SaveMoment, run: Run) => void {
  return (moment, run) => {
    if (!moment.isBookkeeping) act(run);
  };
}

function onceBeforeSave(act: (run: Run) => void): RunHooks {
  let done = false;
  return {
    beforeSave: onBusiness((run) => {
      if (done) return;
      done = true;
      act(run);
    }),
  };
}

const crashBeforeSave: RunHooks = { beforeSave: onBusiness((run) => kill(run, "connection_lost")) };
const crashBetweenSaves: RunHooks = { afterSave: onBusiness((run) => kill(run, "connection_lost")) };

const FAILING_HOOKS: Partial<Record<FaultKind, (fault: Fault) => RunHooks>> = {
  closed_period: () => ({ beforeSave: onBusiness(() => refuse("CLOSED_TRAN_PRD", "The period is closed.")) }),
  // A script of somebody else's, whose error save() throws: after the save (afterSubmit) the record is saved all the same.
  user_event_throws: ({ value, when }) => {
    const fail = onBusiness(() => refuse(value ?? "USER_ERROR", "A script of this account failed."));
    return when === "before_write" ? { beforeSave: fail } : { afterSave: fail };
  },
  permission_removed: () => ({
    beforeSave: () => refuse("INSUFFICIENT_PERMISSION", "Permission violation."),
  }),
  crash_before_save: () => crashBeforeSave,
  crash_between_saves: () => crashBetweenSaves,
  governance_exhausted: (fault) => deathAt(fault, "usage_exceeded"),
  time_limit: (fault) => deathAt(fault, "time_exceeded"),
};

const TWIN_HOOKS: Readonly<Record<Fault["twin"], RunHooks>> = {
  whole: {},
  crashes_before_save: crashBeforeSave,
  crashes_between_saves: crashBetweenSaves,
};

function overtakenByTwin(fault: Fault, { redeliver }: Meanwhile): RunHooks {
  let done = false;
  return {
    beforeSave({ isBookkeeping, isNew }) {
      const isMoment = fault.when === "before_ledger_insert" ? isBookkeeping && isNew : !isBookkeeping;
      if (done || !isMoment) return;
      done = true;
      redeliver(TWIN_HOOKS[fault.twin]);
    },
  };
}
