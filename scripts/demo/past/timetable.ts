/** Steps by their time. A step may add later ones. */
export class Timetable {
  private readonly steps: { at: number; run: () => Promise<void> }[] = [];

  add(at: number, run: () => Promise<void>): void {
    const place = this.steps.findLastIndex((step) => step.at <= at) + 1;
    this.steps.splice(place, 0, { at, run });
  }

  /** Runs them one after the other, each when `moveTo` has set the clocks to its time. Later ones than `until` are left out. */
  async run(until: Date, moveTo: (at: Date) => Promise<void>): Promise<void> {
    for (let step = this.steps.shift(); step && step.at <= until.getTime(); step = this.steps.shift()) {
      await moveTo(new Date(step.at));
      await step.run();
    }
  }
}
