/** The tiers of the search service with their requests per second. */
export const searchTiers = { free: 3, basic: 10, standard: 50, storageOptimized: 100 } as const;
