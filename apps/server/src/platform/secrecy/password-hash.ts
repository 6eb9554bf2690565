/** The cost of password hashes. argon2id, which is the library's default algorithm: 19 MiB, 2 passes, 1 lane. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
