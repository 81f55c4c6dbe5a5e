import { Announcements, announcements, type Beside } from "./announced";
import { isChecked, isReplacing, type Claim, type Leaving, type Left } from "./claim";
import { engineOfRun, nameOfRun } from "./run";
import { sharedRecord, type SharedRecord } from "./sharedRecord";
import { SharedTurns } from "./sharedTurns";

/**
 * Which resources of this run hold which objects, so that no delete removes what the program still declares. One for a
 * process; what the processes of other providers hold counts too.
 */
export class Claims {
  private readonly byLine = new Map<string, Claim>();
  private readonly byObject = new Map<string, Set<string>>();
  /** What the program declares, as far as it was checked: a refresh compares what it may not declare any more. */
  private readonly checked = new Set<string>();
  /** The line that gives an object up for another one. */
  private readonly givers = new Map<string, string>();
  private readonly gone = new Set<string>();

  constructor(
    private readonly shared?: SharedRecord<Claim | Left>,
    private readonly program = new Announcements(),
  ) {}

  /** Notes what a resource holds now. */
  note(claim: Claim): void {
    const before = this.byLine.get(claim.line);
    // A replacement is checked again as if it were new, and a create that follows an update keeps its object.
    const isSame = before?.objects.join() === claim.objects.join();
    if (isSame && before!.stage !== "declared" && isChecked(claim)) return void this.checked.add(claim.line);
    this.keep(claim);
    this.shared?.add(claim);
  }

  /** Whether the program of this run declares what the state holds under a line. */
  declares(line: string): boolean {
    this.listen();
    return [...this.byLine.values()].some((claim) => claim.line === line || claim.storedAs === line);
  }

  /** Another resource of the program that means some of these objects, with those that it means. */
  alsoMeant(line: string, objects: readonly string[]): { line: string; objects: Set<string> } | undefined {
    const other = this.of(objects).find((claim) => claim.line !== line && this.checked.has(claim.line));
    return other && { line: other.line, objects: new Set(other.objects) };
  }

  /** The id of the object that a resource of this run has in the place of one, which goes when all has followed. */
  successor(object: string): string | undefined {
    this.listen();
    if (this.of([object]).length > 0) return undefined;
    return [...this.byLine.values()].find((claim) => claim.replaces === object)?.id;
  }

  /** Whether an object is made in this run in the place of another: what had it before may have lost it since. */
  isReplacement(object: string): boolean {
    this.listen();
    return this.of([object]).some(
      ({ replaces, stage }) => replaces !== undefined && (stage === "declared" || stage === "made"),
    );
  }

  /** Those of the objects of a resource that its delete must leave, each with the line that holds it. */
  heldByOthers(objects: readonly string[], leaving: Leaving): Map<string, string> {
    this.listen();
    return new Map(
      objects.flatMap((object) => {
        const holder = this.of([object]).find((claim) => this.keeps(claim, leaving));
        return holder === undefined ? [] : [[object, holder.line]];
      }),
    );
  }

  /**
   * What the program of this run declares beside a resource, as far as it says so and the engine has not come to it;
   * nothing where no declaration makes the resource give anything up, as when all is destroyed.
   */
  expected(leaving: Leaving): Beside[] {
    const claim = this.holding(leaving);
    // A replacement that the engine makes without comparing is checked as if it were new.
    const isGiving = claim?.gives !== undefined || claim?.stage === "declared";
    return isGiving ? this.program.pending(leaving.line, (one) => this.checked.has(one)) : [];
  }

  /**
   * The id of what a resource is about to take, or what the one that gives it up takes, and so on; nothing for one that
   * gives nothing up, and where the program itself has announced what it declares. It tells what `heldByOthers` has
   * heard: who comes in between would be missed by both.
   */
  taken(leaving: Leaving): string | undefined {
    const claim = this.holding(leaving);
    const id = claim && this.takenBy(claim.line, new Set());
    return id === undefined || this.program.has(claim!.line) ? undefined : id;
  }

  /**
   * Notes that objects are about to be deleted. Said before it is asked who holds them, while who holds them says so
   * before it asks what was deleted: one of the two hears of the other.
   */
  leave(objects: readonly string[]): void {
    for (const object of objects) this.gone.add(object);
    if (objects.length > 0) this.shared?.add({ left: objects });
  }

  /** Those of some objects that this run deletes or has deleted. */
  left(objects: readonly string[]): Set<string> {
    this.listen();
    return new Set(objects.filter((object) => this.gone.has(object)));
  }

  private keeps(claim: Claim, { line, made }: Leaving): boolean {
    const isItself = claim.line === line || claim.storedAs === line || isReplacing(claim, made);
    if (isItself) return made !== undefined && claim.made !== undefined && claim.made !== made;
    // Before it is compared, a resource with an alias cannot be told from one that gives its object up.
    return claim.stage !== "stored" || this.byLine.has(line);
  }

  /** The claim of what the state holds under a line. */
  private holding({ line, made }: Leaving): Claim | undefined {
    const isIt = (claim: Claim): boolean => claim.storedAs === line || isReplacing(claim, made);
    return this.byLine.get(line) ?? [...this.byLine.values()].find(isIt);
  }

  private takenBy(line: string, passed: ReadonlySet<string>): string | undefined {
    const { stage, gives = [], objects = [], id } = this.byLine.get(line) ?? {};
    const isOther = gives.length > 0 && !gives.some((object) => objects.includes(object));
    if (stage !== "compared" || !isOther || passed.has(line)) return undefined;
    const giver = objects.map((object) => this.givers.get(object)).find((one) => one !== undefined);
    return giver === undefined ? id : this.takenBy(giver, new Set([...passed, line]));
  }

  private of(objects: readonly string[]): Claim[] {
    return objects.flatMap((object) =>
      [...(this.byObject.get(object) ?? [])].flatMap((line) => this.byLine.get(line) ?? []),
    );
  }

  private keep(claim: Claim): void {
    for (const object of this.byLine.get(claim.line)?.objects ?? []) this.byObject.get(object)?.delete(claim.line);
    this.byLine.set(claim.line, claim);
    if (isChecked(claim)) this.checked.add(claim.line);
    for (const object of claim.gives ?? []) this.givers.set(object, claim.line);
    for (const object of claim.objects)
      this.byObject.set(object, (this.byObject.get(object) ?? new Set<string>()).add(claim.line));
  }

  private listen(): void {
    for (const entry of this.shared?.news() ?? []) {
      if ("left" in entry) for (const object of entry.left) this.gone.add(object);
      else this.keep(entry);
    }
  }
}

let ofRun: Claims | undefined;
/** The claims of this run. */
export const claimsOfRun = (): Claims => {
  const engine = engineOfRun();
  const announced = new Announcements(engine === undefined ? undefined : announcements(engine));
  return (ofRun ??= new Claims(sharedRecord("claims"), announced));
};

/** The turns of this run; none in a process that works for no run. */
export const turnsOfRun = (): SharedTurns | undefined => {
  const run = nameOfRun();
  return run === undefined ? undefined : new SharedTurns(run);
};
