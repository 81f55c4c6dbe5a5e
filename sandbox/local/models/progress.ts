/** How a download tells its progress and its end; every part ends a line. */
interface ProgressForm {
  /** The share of a file and of the whole that has arrived, each from 0 to 1. */
  progress(file: string, share: number, total: number): string;
  /** The mark after the last file. */
  end: string;
  /** The closing JSON, with the reason of a failure. */
  result(error: string | null): string;
}

/** The two forms that services of different versions use. */
export const progressForms: Record<"A" | "B", ProgressForm> = {
  A: {
    progress: (file, share) => `(${JSON.stringify(file)}, ${share})\n`,
    end: '("", 1)\n',
    result: (error) => `${JSON.stringify({ Success: error === null, ErrorMessage: error })}\n`,
  },
  B: {
    progress: (file, _share, total) => `Total ${(total * 100).toFixed(2)}% Downloading ${file}\n`,
    end: "[DONE] All Completed!\n",
    result: (error) => `${JSON.stringify({ success: error === null, errorMessage: error })}\n`,
  },
};
