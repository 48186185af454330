metadata description = 'Key Vault: what has to stay secret, read through roles only.'

@description('Name of the vault.')
param name string

@description('Name under which the model key is kept.')
param openAiApiKeyEntry string

@secure()
@description('The model key; nothing is stored when it is empty.')
param openAiApiKey string

@description('Names under which the secrets of connected accounts are kept.')
param accountSecretNames array

@secure()
@description('These secrets by name; an empty one is not stored.')
param accountSecrets object

@description('Whether a vault that was deleted with an earlier deployment is brought back.')
param recover bool

@description('Region.')
param location string

@description('Tags.')
param tags object

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' = {
  name: name
  location: location
  tags: tags
  properties: {
    tenantId: tenant().tenantId
    createMode: recover ? 'recover' : 'default'
    sku: {
      family: 'A'
      name: 'standard'
    }
    enableRbacAuthorization: true
    enableSoftDelete: true
    enablePurgeProtection: true
    softDeleteRetentionInDays: 90
  }
}

resource modelKey 'Microsoft.KeyVault/vaults/secrets@2023-07-01' = if (!empty(openAiApiKey)) {
  parent: vault
  name: openAiApiKeyEntry
  properties: { value: openAiApiKey }
}

resource accountSecret 'Microsoft.KeyVault/vaults/secrets@2023-07-01' = [for entry in accountSecretNames: if (!empty(accountSecrets[entry])) {
  parent: vault
  name: entry
  properties: { value: accountSecrets[entry] }
}]

@description('Name of the vault.')
output name string = vault.name
